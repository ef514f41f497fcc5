/** Areas of the pages, each with the first segments of its addresses. */
const areas = {
  ask: ["ask"],
  catalogue: ["catalogue"],
  requests: ["requests", "waiting", "move-reviews"],
  templates: ["templates", "request-batches"],
  me: ["access", "profile", "sessions", "delegations", "notices"],
  people: ["people", "user-classes", "accounts", "groups", "granted-access", "help-desk", "password-blocks"],
  targets: ["targets", "new-target", "connectors"],
  "mass-resets": ["mass-resets", "new-mass-reset"],
  operations: ["operations", "password-queue"],
  proxies: ["proxies"],
  "target-groups": ["target-groups", "password-policies"],
  passwords: [
    "check-outs",
    "check-out-history",
    "managed-accounts",
    "password-conflicts",
    "managed-systems",
    "managed-system-policies",
    "password-runs",
    "managed-hosts",
  ],
  roles: ["roles", "enforcement-runs", "access-exceptions"],
  rules: ["policies", "clients", "analyses", "sod-rules", "violations"],
  running: ["webhooks", "audit", "settings", "import-rules", "chains", "new-chain", "identity-providers", "nodes"],
} as const;

/** An area of pages; its pages and their texts are loaded together. */
export type PageArea = keyof typeof areas;

const byFirstPart = new Map(
  Object.entries(areas).flatMap(([area, parts]) => parts.map((part) => [part as string, area as PageArea])),
);

/** Returns the area of a page by its address; undefined if there is no such page. */
export function areaOf(path: string): PageArea | undefined {
  return byFirstPart.get(path.split("/")[1] ?? "");
}
