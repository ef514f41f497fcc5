import { signOut } from "../base/session-store.ts";

const patienceMs = 3_000;
const middleButton = 1;

/**
 * Ends the session when the user follows a link with both `rel=external` and `target=_top`, and then follows the link. It waits at most
 * three seconds for the service. Source: specification 2 (12.8.0).
 */
export function endAtExternalLinks(page: Document, follow: (address: string) => void): () => void {
  const followed = (event: MouseEvent) => {
    // Other buttons, such as the one for the context menu, do not follow a link.
    if (event.button > middleButton) return;
    const link = leavingLink(event.target);
    if (link === undefined) return;
    event.preventDefault();
    const waited = new Promise((resolve) => setTimeout(resolve, patienceMs));
    void Promise.race([signOut().catch(() => undefined), waited]).then(() => follow(link.href));
  };
  // The browser reports the middle button by `auxclick`, not by `click`.
  page.addEventListener("click", followed, true);
  page.addEventListener("auxclick", followed, true);
  return () => {
    page.removeEventListener("click", followed, true);
    page.removeEventListener("auxclick", followed, true);
  };
}

function leavingLink(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest("a") : null;
  const isLeaving = link?.relList.contains("external") === true && link.target === "_top";
  return isLeaving ? link : undefined;
}
