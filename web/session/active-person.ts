const watchesForMs = 5 * 60_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
let lastSignAt = Date.now();

/** Notes when somebody does something on the page. */
export function watchPerson(page: Document): void {
  const note = () => {
    lastSignAt = Date.now();
  };
  for (const sign of signs) page.addEventListener(sign, note, { capture: true, passive: true });
}

/**
 * How often a page asks again what it shows; false while nobody looks at it. Every call is a use of the session, so a page that
 * somebody has left would keep it from ending.
 */
export function whileSomebodyLooks(intervalMs: number): () => number | false {
  return () => (document.visibilityState === "visible" && Date.now() - lastSignAt < watchesForMs ? intervalMs : false);
}
