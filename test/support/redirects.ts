import { pageAddress } from "#api/page-address.ts";
import { pageAddressRoute } from "#api/react/page-address-route.ts";
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
  { route: "POST /identity/connect/authorize", kind: "registered" },
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
  const routeAt = (address: string, method: string) => {
    const match = router.match(address);
    if (match) return routeOf(match, method);
    return routes.filter(keyed).find((one) => one.method === method && patternOf(one.path).test(address));
  };
  return ({ method, path }, { status, location }) => {
    if (status < 300 || status > 399 || status === 304) return;
    // What stands behind `#` is sent by no browser; where it is, the service takes it for a part of the path.
    const [sent = "", query = ""] = path.split("?", 2);
    const [address = ""] = sent.split("#", 1);
    const route = pageAddress(sent, query) === undefined ? routeAt(address, method) : pageAddressRoute;
    requireKnown(`${route?.method} ${route?.path}`, { status, location }, origin);
  };
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

function requireKnown(
  label: string,
  { status, location }: { readonly status: number; readonly location: string | undefined },
  origin: string,
): void {
  const row = redirectingRoutes.find((known) => known.route === label);
  if (row === undefined) throw new Error(`${label} redirects to ${location} and is not in redirectingRoutes`);
  if (location === undefined) throw new Error(`${label} answers ${status} and says not where to`);
  if (row.kind === "local" && new URL(location, origin).origin !== origin)
    throw new Error(`${label} redirects away from ${origin}, to ${location}`);
}
