// Milliseconds within which an ongoing scroll causes the next event.
const scrollingMs = 150;

/**
 * Keeps the focused element in the window if content that loads later, and is drawn before it, pushes it out (WCAG 2.4.11). A user who
 * scrolls away is left alone.
 */
export function keepFocusInView(page: Document): void {
  let isSeen = false;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  const look = ({ isIntersecting, target, time }: IntersectionObserverEntry) => {
    const isPushedOut = isSeen && !isIntersecting && time - scrolledAt > scrollingMs;
    // The scroll that brings the element back is our own, not the user's.
    isSeen = isIntersecting;
    if (isPushedOut && target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
  };
  const observer = new IntersectionObserver((looks) => looks.forEach(look));
  page.addEventListener("focusin", ({ target }) => {
    observer.disconnect();
    isSeen = false;
    if (target instanceof Element) observer.observe(target);
  });
  // The browser scrolls to the focused element before the observer sees it.
  const noteScroll = () => {
    if (isSeen) scrolledAt = performance.now();
  };
  page.addEventListener("scroll", noteScroll, { capture: true, passive: true });
}
