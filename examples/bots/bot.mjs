// A program that plays any game of Ludoteca, by chance, in JavaScript (node) without a library.
// docs/bot-protocol.md explains it.
//
//     ludoteca match connect_four "program:node bot.mjs" random
//     node bot.mjs HOST:PORT TOKEN              at a table of a site that has a port for bots

import net from "node:net";
import readline from "node:readline";

// The place for ideas: `turn` has position, legal (with names), events, clock.
function choose(turn) {
  return turn.actions[Math.floor(Math.random() * turn.actions.length)];
}

function talk(input, output, token) {
  const send = (message) => output.write(JSON.stringify(message) + "\n");
  send({ type: "hello", protocol: 1, name: "Example in JavaScript", token });
  readline.createInterface({ input }).on("line", (line) => {
    if (!line.trim()) return;
    const message = JSON.parse(line);
    if (message.type === "turn") {
      send({ type: "action", id: message.id, action: choose(message) });
    } else if (message.type === "error") {
      console.error(message.message);
    }
  });
}

const [place, token] = process.argv.slice(2);
if (place) {
  const colon = place.lastIndexOf(":");
  const connection = net.connect(Number(place.slice(colon + 1)), place.slice(0, colon));
  talk(connection, connection, token);
} else {
  talk(process.stdin, process.stdout);
}
