const watchesForMs = 5 * 60_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
let lastSignAt = Date.now();

/** Notes when somebody does something on the page; who does so after a pause in which nothing was asked any more `cameBack`. */
export function watchPerson(page: Pick<Document, "addEventListener">, cameBack: () => void): void {
  const note = () => {
    const wasAway = Date.now() - lastSignAt >= watchesForMs;
    lastSignAt = Date.now();
    if (wasAway) cameBack();
  };
  for (const sign of signs) page.addEventListener(sign, note, { capture: true, passive: true });
}

/**
 * How often a page asks again what it shows; false while nobody does anything on it. Every call is a use of the session, so a page that
 * somebody has left would keep it from ending. What is asked in the background of other tabs the queries themselves leave out.
 */
export function whileSomebodyLooks(intervalMs: number): () => number | false {
  return () => (Date.now() - lastSignAt < watchesForMs ? intervalMs : false);
}
