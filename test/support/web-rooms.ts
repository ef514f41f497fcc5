import { besideIn } from "./beside.ts";

const above = besideIn("web");

/** The rooms within the web UI, and the other rooms or single files beside them that each may import. */
export const webRooms: Readonly<Record<string, { readonly beside: readonly string[] }>> = {
  "web/api": above("base"),
  // The base: the call itself with its errors, the session that it belongs to, and a store for data that several parts show.
  "web/base": above(""),
  // The parts of pages. They know no page, no route and no session.
  "web/components": above("api base messages"),
  "web/forms": above("api base components messages session"),
  "web/keyboard": above("base components messages"),
  "web/layout": above("api base components keyboard messages paths.ts session table tour"),
  "web/messages": above("api base"),
  "web/pages": above("api base components forms keyboard layout messages paths.ts session table"),
  "web/routes": above("base layout messages pages session"),
  "web/session": above("api base components messages paths.ts"),
  "web/table": above("api base components keyboard messages session"),
  "web/tour": above("base messages paths.ts"),
};
