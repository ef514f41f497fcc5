import { routeOf } from "#api/route-match.ts";
import { createRouteTree } from "#api/route-tree.ts";
import type { RouteDefinition } from "#api/route.ts";

/** A route that sends browsers elsewhere, and what it sends them to. */
export interface RedirectingRoute {
  readonly route: string;
  /** `registered`: an address registered for a client; `local`: a path of our own, which `localPath` has let through. */
  readonly kind: "registered" | "local";
}

/** Every route that redirects. Each test that calls the API looks that no other one does. */
export const redirectingRoutes: readonly RedirectingRoute[] = [
  { route: "POST /identity/saml/{provider}/acs", kind: "local" },
  { route: "GET /identity/connect/authorize", kind: "registered" },
  { route: "POST /identity/connect/sign-in", kind: "registered" },
  { route: "GET /identity/connect/sign-in", kind: "registered" },
  { route: "GET /identity/connect/forgot-password", kind: "registered" },
  { route: "GET /identity/connect/logout", kind: "registered" },
  { route: "POST /identity/connect/logout", kind: "registered" },
  { route: "GET /", kind: "local" },
  { route: "GET /react/{page}", kind: "local" },
];

/** The look: throws where an answer redirects whose route is not in the table, or a local one leaves the origin. */
export function redirectSpy(
  routes: readonly RouteDefinition[],
  origin: string,
): (call: { method: string; path: string }, answer: { status: number; location: string | undefined }) => void {
  // A segment that is a key as a whole is none that the tree of OData's keys knows.
  const keyed = (route: RouteDefinition) => route.path.includes("/{");
  const router = createRouteTree(
    routes.filter((route) => !keyed(route)),
    { defaultRoot: "v2" },
  );
  return ({ method, path }, { status, location }) => {
    if (status < 300 || status > 399 || status === 304) return;
    const [address = ""] = path.split(/[?#]/, 1);
    const match = router.match(address);
    const route = match
      ? routeOf(match, method)
      : routes.filter(keyed).find((one) => one.method === takenAs(method) && patternOf(one.path).test(address));
    const label = `${route?.method} ${route?.path}`;
    const row = redirectingRoutes.find((known) => known.route === label);
    if (row === undefined) throw new Error(`${label} redirects to ${location} and is not in redirectingRoutes`);
    if (location === undefined) throw new Error(`${label} answers ${status} and says not where to`);
    if (row.kind === "local" && new URL(location, origin).origin !== origin)
      throw new Error(`${label} redirects away from ${origin}, to ${location}`);
  };
}

function patternOf(template: string): RegExp {
  // The address of a page has as many segments as it likes, and may have none.
  const whole = template.replace("/{page}", "(?:/.*)?").replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${whole}$`);
}

const takenAs = (method: string) => (method === "HEAD" ? "GET" : method);
