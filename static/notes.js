// The window of whoever presents: what the room reads, what comes next, the answer, the takeaway. It is told by the page that
// presents (src/ui/present.rs), over a channel of this origin, and by a message where a browser lets none through.
(() => {
  "use strict";

  const CHANNEL = "ran-twice.present";
  const KEYS = { PageDown: "next", ArrowRight: "next", PageUp: "previous", ArrowLeft: "previous", ".": "blank", b: "blank" };
  const page = opener;
  const app = document.getElementById("app");
  let channel;
  let said = 0;

  function tell(word) {
    // Both ways say the same word, by which the page knows that it was said once.
    said += 1;
    channel?.postMessage(`${word} ${said}`);
    page?.postMessage(`${word} ${said}`, "*");
  }

  const element = (name, className, text = "") => Object.assign(document.createElement(name), { className, textContent: text });
  const part = (title, className, ...inner) => {
    const section = element("section", `notes__part ${className}`);
    section.append(element("h2", "notes__title", title), ...inner);
    return section;
  };
  const text = (words) => element("p", "notes__text", words);

  function show([title, place, now, question, answer, takeaway, ...ahead]) {
    const list = element("ol", "notes__ahead");
    list.append(...ahead.map((words) => element("li", "notes__text", words)));
    main.replaceChildren(
      element("h1", "notes__head", title),
      element("p", "notes__place", place),
      part("On the screen", "", text(now)),
      part("Next", "", ahead.length > 0 ? list : text("The run ends here.")),
      ...(question ? [part("Asked", "", text(question), text(answer))] : []),
      ...(takeaway ? [part("To take away", "", text(takeaway))] : []),
    );
    document.documentElement.dataset.ready = "notes";
  }

  const main = element("main", "notes");
  main.append(text("Waiting for the window that presents. Open it with ?mode=present, or by its Present button."));
  const bar = element("nav", "notes__bar");
  for (const [label, word] of [["Back", "previous"], ["Next", "next"], ["Blank", "blank"]]) {
    const button = element("button", "button", label);
    button.type = "button";
    button.onclick = () => tell(word);
    bar.append(button);
  }
  const { later } = app.dataset;
  if (later) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: later }));
  document.title = "Notes · Ran Twice";
  document.body.replaceChildren(main, bar);
  addEventListener("keydown", (event) => {
    const word = KEYS[event.key];
    if (!word || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    tell(word);
  });
  const heard = ({ data }) => {
    if (Array.isArray(data) && data.every((words) => typeof words === "string")) show(data);
  };
  if (typeof BroadcastChannel === "function") {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = heard;
  }
  addEventListener("message", (event) => {
    if (event.source === page) heard(event);
  });
  tell("hello");
})();
