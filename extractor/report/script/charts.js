// Counts as bars.

const TOP = 10; // bars of a chart

const barChart = (title, bars, kind) => {
  if (!bars.length) return make("section", {}, make("h3", {}, title), make("p", {}, "none"));
  const [height, left, width] = [22, 172, 400];
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  const line = (bar, place) => {
    const label = bar.label.length > 22 ? `${bar.label.slice(0, 21)}…` : bar.label;
    const told = `${bar.label}: ${plain.format(bar.count)}${bar.more ?? ""}`;
    const long = bar.count && Math.max(1, (bar.count / most) * (width - left - 55));
    const act = bar.act && {
      role: "button",
      tabindex: 0,
      click: bar.act,
      keydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        bar.act();
      },
    };
    return draw(
      "g",
      { role: "img", "aria-label": bar.act ? `${told}: select` : told, ...act },
      draw("title", {}, told),
      draw("rect", { class: "track", x: 0, y: place * height, width, height }),
      draw("text", { x: left - 6, y: place * height + 15, "text-anchor": "end" }, label),
      draw("rect", {
        class: `bar ${bar.kind ?? kind}`,
        x: left,
        y: place * height + 4,
        width: long.toFixed(1),
        height: height - 8,
        rx: 2,
      }),
      draw("text", { x: (left + long + 5).toFixed(1), y: place * height + 15 }, plain.format(bar.count)),
    );
  };
  return make(
    "section",
    {},
    make("h3", {}, title),
    draw(
      "svg",
      { viewBox: `0 0 ${width} ${bars.length * height}`, role: "group", "aria-label": title },
      ...bars.map(line),
    ),
  );
};

const drawCharts = (some) => {
  const sum = (of) => some.reduce((total, card) => total + of(card), 0);
  const entries = [
    { label: "methods", kind: "method", count: sum((card) => card.methods.length) },
    { label: "benchmarks", kind: "benchmark", count: sum((card) => card.benchmarks.length) },
    { label: "numbers", kind: "number", count: sum((card) => card.kinds.length) },
    { label: "links", kind: "link", count: sum((card) => card.links) },
  ].map((bar) => ({ ...bar, act: () => pick({ states: bar.label }) }));
  const kinds = ["result", "size", "setting"].map((kind) => ({
    label: kind,
    count: sum((card) => card.kinds.filter((one) => one === kind).length),
    act: () => pick({ states: kind }),
  }));
  const named = (kind, word) =>
    tally(some, `${kind}s`)
      .slice(0, TOP)
      .map((one) => ({
        label: one.label,
        count: one.count,
        more: one.strong ? `, ${word} by ${one.strong}` : "",
        act: () => pick({ [kind]: one.label }),
      }));
  const years = counted(some.map((card) => card.year))
    .sort((one, other) => other[0] - one[0])
    .slice(0, TOP)
    .map(([year, count]) => ({ label: String(year), count, act: () => pick({ year: String(year) }) }));
  byId("charts").replaceChildren(
    make(
      "div",
      {},
      barChart("Entries of each kind", entries, ""),
      barChart("Kinds of numbers", kinds, "number"),
      years.length ? barChart("Records of each year", years, "") : null,
    ),
    barChart("Benchmarks, by records", named("benchmark", "introduced"), "benchmark"),
    barChart("Methods, by records", named("method", "proposed"), "method"),
  );
};
