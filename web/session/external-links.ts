import { signOut } from "../base/session-store.ts";

const patienceMs = 3_000;
const middleButton = 1;

/**
 * Ends the session when somebody follows a link that has both `rel=external` and `target=_top`, and follows it then; it does so
 * within three seconds also where the service does not answer. Source: specification 2 (12.8.0).
 */
export function endAtExternalLinks(page: Document, follow: (address: string) => void): () => void {
  const followed = (event: MouseEvent) => {
    // What other buttons do with a link, such as opening its menu, does not follow it.
    if (event.button > middleButton) return;
    const link = leavingLink(event.target);
    if (link === undefined) return;
    event.preventDefault();
    const waited = new Promise((resolve) => setTimeout(resolve, patienceMs));
    void Promise.race([signOut().catch(() => undefined), waited]).then(() => follow(link.href));
  };
  // A click with the middle button is none that `click` tells of.
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
