import { offeredNamed, readName } from "#api/offered/offered-operations.ts";
import { withoutSets } from "#api/offered/without-sets.ts";
import type { RouteDefinition } from "#api/route.ts";
import { soapNameOf } from "#api/soap/soap-operations.ts";
import { type CommandsOf, commandsOfOperations } from "#bin/commands-of-operations.ts";
import { logOut } from "#operations/sessions/log-out.ts";

import { markdownTable, writtenByDocs } from "./markdown.ts";

/** One operation that users may call, with its form in each interface. */
export interface OperationDoors {
  readonly operation: string;
  /** Routes over REST, or the reason why there is none. */
  readonly rest: CommandsOf;
  /** Name in SOAP and the library, or the reason why they do not have it. */
  readonly offered: string | { readonly why: string };
  readonly commands: CommandsOf;
}

/** Three operations that read, which the library and SOAP have as one. */
export const readOperations: readonly string[] = ["read.query", "people.find", "catalogue.read"];

/** Operations that are neither in the library nor in SOAP, with the reasons. */
export const notOffered: Readonly<Record<string, string>> = {
  "sessions.endOwn": "the session of a browser; `logout` ends one that is known by a key",
  "sessions.readOwn": "what pages ask about the session of a browser",
};

const tokensEnd = { why: "a token is revoked at `POST /identity/connect/revocation`" };
/** Name of signing out where a session is identified by a key. */
const logOutName = "logout";

/**
 * Makes the table of interfaces: every operation that is offered, and every one that reads.
 * @throws Error if an interface lacks an operation without a reason
 */
export function tableOfDoors(routes: readonly RouteDefinition[]): readonly OperationDoors[] {
  const restRoutes = Map.groupBy(
    routes.filter(({ operation, session }) => operation !== undefined && session === undefined),
    ({ operation }) => operation ?? "",
  );
  return Object.entries(commandsOfOperations).map(([operation, commands]) => {
    if (operation === logOut.name) return { operation, rest: tokensEnd, offered: logOutName, commands };
    return { operation, rest: restOf(operation, restRoutes.get(operation)), offered: offeredAs(operation), commands };
  });
}

function offeredAs(operation: string): OperationDoors["offered"] {
  const offered = readOperations.includes(operation) ? readName : operation;
  const why = Object.hasOwn(notOffered, operation) ? notOffered[operation] : undefined;
  if (why !== undefined) return { why };
  if (offeredNamed(offered) === undefined) throw new Error(`${operation} is not offered and says not why`);
  return offered;
}

function restOf(operation: string, routes: readonly RouteDefinition[] | undefined): CommandsOf {
  const why = withoutSets.find((row) => row.operation.name === operation)?.withoutRoute;
  if (routes !== undefined && why === undefined) return routes.map(({ method, path }) => `${method} ${path}`);
  if (routes === undefined && why !== undefined) return { why };
  throw new Error(`${operation} has ${routes === undefined ? "no route and says" : "a route, and a reason why"} not`);
}

/** Writes the page of all interfaces. */
export function doorsPage(routes: readonly RouteDefinition[]): string {
  const rows = tableOfDoors(routes).map(({ operation, rest, offered, commands }) => [
    `\`${operation}\``,
    "why" in rest ? rest.why : shortened(rest, operation),
    typeof offered === "string" ? `\`${soapNameOf(offered)}\`` : offered.why,
    typeof offered === "string" ? (inLibrary[offered] ?? `\`${offered}(…)\``) : offered.why,
    "why" in commands ? commands.why : commands.map((command) => `\`${command}\``).join(", "),
  ]);
  const table = markdownTable([["operation", "REST", "SOAP", "library", "command"], ...rows]);
  return `# The doors\n\n${writtenByDocs}\n\n${introduction}\n\n${table}\n`;
}

const inLibrary: Readonly<Record<string, string>> = { [readName]: "`read(path)`", [logOutName]: "`logout()`" };

/** Returns the first routes of an operation; the many addresses that read the same are cut. */
function shortened(routes: readonly string[], operation: string): string {
  const shown = routes.slice(0, routesShown).map((route) => `\`${route}\``);
  if (routes.length <= routesShown) return shown.join(", ");
  if (!readOperations.includes(operation)) throw new Error(`${operation} has more routes than a table can show`);
  return `${shown.join(", ")} and ${routes.length - routesShown} more ([endpoints.md](endpoints.md))`;
}

const routesShown = 3;

const introduction = `Every operation that users may call, and what each door calls it. Whichever door is taken, the same policies are asked, the same is refused, and the audit
says the same but for \`module\`: \`rest\`, \`soap\`, \`idapi\`; commands are \`cli\` where they work on the database of the installation, and \`rest\` where they sign in (\`idapi\` where REST has no route).
[endpoints.md](endpoints.md) says more of REST, [soap.md](soap.md) of SOAP, [library.md](library.md) of the library, [commands.md](commands.md) of the commands.`;
