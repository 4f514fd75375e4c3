// What happens when something is typed, clicked or printed.

const OFFERED = 50; // names that a field offers

let waiting = 0;
const later = () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => (fromFields(), set({})), 150);
};
const offer = (kind) => {
  const part = lower(byId(kind).value.trim());
  const names = known[kind].filter((one) => lower(one.label).includes(part)).slice(0, OFFERED);
  byId(`${kind}-names`).replaceChildren(
    ...names.map((one) => make("option", { value: one.label, label: `${one.label} (${one.count})` })),
  );
};
const chosen = (some, told) => [
  make("option", { value: "" }, "any"),
  ...some.map(([value, count]) => make("option", { value }, `${told(value)} (${plain.format(count)})`)),
];

const step = (by) => {
  const all = [...byId("records").querySelectorAll("article")];
  const now = all.findIndex((one) => one.contains(document.activeElement));
  const next = all[now < 0 ? (by > 0 ? 0 : all.length - 1) : now + by];
  if (!next) return;
  next.focus();
  next.scrollIntoView({ block: "start" });
};
const KEYS = {
  "/": () => (byId("q").focus(), byId("q").select()),
  "?": () => byId("help").showModal(),
  j: () => step(1),
  k: () => step(-1),
  n: () => turn(pageNow() + 1),
  p: () => turn(pageNow() - 1),
  c: () => (byId("counts").open = !byId("counts").open),
  x: () => set({ ...NOTHING }),
};

const begin = () => {
  const years = counted(cards.map((card) => card.year)).sort((one, other) => other[0] - one[0]);
  const venues = counted(cards.map((card) => card.venue)).sort(
    (one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1),
  );
  byId("year").replaceChildren(...chosen(years, String));
  byId("venue").replaceChildren(...chosen(venues, (venue) => venue));
  // What no record says cannot be asked for.
  for (const [name, some] of [
    ["year", years],
    ["venue", venues],
  ])
    byId(name).closest("label").hidden = !some.length;
  for (const kind of ["method", "benchmark"]) {
    offer(kind);
    byId(kind).addEventListener("input", () => offer(kind));
  }
  byId("filters").addEventListener("input", later);
  byId("filters").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !("value" in event.target) || event.target.tagName !== "INPUT") return;
    event.target.value = "";
    later();
  });
  byId("clear").addEventListener("click", () => set({ ...NOTHING }));
  byId("help-open").addEventListener("click", () => byId("help").showModal());
  byId("help-close").addEventListener("click", () => byId("help").close());
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input:not([type=checkbox]), select, textarea, [contenteditable]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (byId("help").open || !byId("keys").checked || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  addEventListener("hashchange", () => (fromAddress(), toFields(), drawAll()));
  addEventListener("beforeprint", () => drawRecords(0, found.length));
  addEventListener("afterprint", drawPage);
  // A phone has no room for charts before the first record.
  if (matchMedia("(max-width: 640px)").matches) byId("counts").open = false;
  fromAddress();
  toFields();
  drawAll();
};
begin();
