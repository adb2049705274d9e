// Runs before the first paint, so it is no module: the chosen theme must not flash in late.
(function () {
  var theme = "auto";
  try {
    theme = localStorage.getItem("ludoteca.theme") || "auto";
    document.documentElement.lang = localStorage.getItem("ludoteca.language") || document.documentElement.lang;
  } catch (error) {
    // storage may be forbidden: the system's choice then
  }
  if (theme === "auto" && matchMedia("(prefers-contrast: more)").matches) theme = "contrast";
  document.documentElement.dataset.theme = theme;
})();
