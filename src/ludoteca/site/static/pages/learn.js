/** The course of a game: positions to answer on its own board. */
import { openPage } from "../app/frame.js";
import { mountCourse } from "../components/course/course.js";
import { drawNotice } from "../components/notice/notice.js";
import { h, replace } from "../lib/dom.js";
import { findGame, gameTitle, loadBoard } from "../lib/games.js";
import { t, tOr } from "../lib/texts.js";

openPage("learn", async (main) => {
  const game = await findGame(location.pathname.split("/")[2]);
  const { page, mountBoard } = await loadBoard(game);
  const title = tOr(`${game.name}.course.title`, t("course"));
  document.title = `${gameTitle(game)}: ${title} · Ludoteca`;
  document.documentElement.dataset.game = game.name;
  const course = h("div");
  replace(main, h("h1.course-heading", {}, `${gameTitle(game)}: ${title}`), drawNotice(page), course);
  await mountCourse(course, game, mountBoard);
});
