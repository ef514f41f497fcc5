// A scroll that is still going on is followed by the next one within this time.
const scrollingMs = 150;

/**
 * Keeps what has the focus in the window where what is read later, and drawn before it, would push it out of it (WCAG 2.4.11). Who
 * scrolls away from it is left alone.
 */
export function keepFocusInView(page: Document): void {
  let isSeen = false;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  const look = ({ isIntersecting, target, time }: IntersectionObserverEntry) => {
    const isPushedOut = isSeen && !isIntersecting && time - scrolledAt > scrollingMs;
    // The scroll that brings it back is ours, and nobody's wish to be elsewhere.
    isSeen = isIntersecting;
    if (isPushedOut && target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
  };
  const observer = new IntersectionObserver((looks) => looks.forEach(look));
  page.addEventListener("focusin", ({ target }) => {
    observer.disconnect();
    isSeen = false;
    if (target instanceof Element) observer.observe(target);
  });
  // The browser scrolls to what gets the focus before it is seen.
  const noteScroll = () => {
    if (isSeen) scrolledAt = performance.now();
  };
  page.addEventListener("scroll", noteScroll, { capture: true, passive: true });
}
