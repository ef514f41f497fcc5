const watchesForMs = 5 * 60_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
let lastSignAt = Date.now();

/** Records the moments of user activity on the page. Calls `cameBack` at the first activity after a pause in which polling had stopped. */
export function watchPerson(page: Pick<Document, "addEventListener">, cameBack: () => void): void {
  const note = () => {
    const wasAway = Date.now() - lastSignAt >= watchesForMs;
    lastSignAt = Date.now();
    if (wasAway) cameBack();
  };
  for (const sign of signs) page.addEventListener(sign, note, { capture: true, passive: true });
}

/**
 * Returns the polling interval of a page; false while the user is inactive. Every call uses the session, so polling an abandoned page would
 * keep the session alive. The queries themselves pause in background tabs.
 */
export function whileSomebodyLooks(intervalMs: number): () => number | false {
  return () => (Date.now() - lastSignAt < watchesForMs ? intervalMs : false);
}
