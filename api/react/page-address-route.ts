import type { RouteDefinition } from "../route.ts";

/** Route that redirects a browser to the page that an address below `/react/` stands for; `page` is the address of that page. */
export const pageAddressRoute: RouteDefinition = {
  method: "GET",
  path: "/react/{page}",
  policy: null,
  redirects: "local",
  handler: ({ match }) => Promise.resolve({ status: 302, headers: { location: match.keys["page"] ?? "" } }),
};
