import { pageAddress } from "#api/page-address.ts";
import { pageAddressRoute } from "#api/react/page-address-route.ts";
import { routeOf } from "#api/route-match.ts";
import { createRouteTree } from "#api/route-tree.ts";
import type { RouteDefinition } from "#api/route.ts";

/** A route that redirects browsers, and the kind of its target. */
export interface RedirectingRoute {
  readonly route: string;
  /** `registered`: an address registered for a client; `local`: a path of the service itself, checked by `localPath`. */
  readonly kind: "registered" | "local";
}

/** Every route that redirects. Each test that calls the API checks that no other route does. */
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

/** Returns a check of answers: it throws if a route redirects without a row in the table, or a local one leaves the origin. */
export function redirectSpy(
  routes: readonly RouteDefinition[],
  origin: string,
): (call: { method: string; path: string }, answer: { status: number; location: string | undefined }) => void {
  // The tree knows only keys in brackets as OData has them, no segment that is a key as a whole.
  const keyed = (route: RouteDefinition) => route.path.includes("/{");
  // Most tests get no redirect, and making the tree takes a tenth of opening an API.
  let router: ReturnType<typeof createRouteTree> | undefined;
  const routeAt = (address: string, method: string) => {
    router ??= createRouteTree(
      routes.filter((route) => !keyed(route)),
      { defaultRoot: "v2" },
    );
    const match = router.match(address);
    if (match) return routeOf(match, method);
    return routes.filter(keyed).find((one) => one.method === method && patternOf(one.path).test(address));
  };
  return ({ method, path }, { status, location }) => {
    if (status < 300 || status > 399 || status === 304) return;
    // No browser sends the part after `#`; if it comes, the service treats it as a part of the path.
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
