import type { Command } from "commander";

import { entityPath } from "../entity-path.ts";
import type { RestClient } from "../rest-client.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** Adds `gatehouse session list | end`, which call the public REST API. */
export function addSessionCommand(program: Command): void {
  const session = program
    .command("session")
    .description("List and end your sessions, through the REST API")
    .addHelpText("after", examples);
  addSignInOptions(
    session.command("list").description("List active sessions: key, start, last use, interface, client, address"),
  )
    .option("--of <user>", "key of another user, where a policy lets you")
    .option("--all", "also those that are over, with the reason")
    .action(async ({ of, all, ...options }: ListOptions) => {
      const rest = await restClientOf(options);
      const path = `${entityPath("users", await userKey(rest, of))}/sessions`;
      const sessions = await rest.all<ShownSession>(path);
      for (const one of all === true ? sessions : sessions.filter(goesOn)) console.log(lineOf(one));
    });
  addSignInOptions(session.command("end").description("End a session"))
    .argument("<key>", "key of the session")
    .option("--of <user>", "key of the user whose session it is, where a policy lets you")
    .action(async (sessionKey: string, { of, ...options }: ListOptions) => {
      const rest = await restClientOf(options);
      await rest.post(`${entityPath("users", await userKey(rest, of))}/endSession`, { sessionKey });
      console.log("Ended.");
    });
}

const examples = `
Each command that signs in with a password has a session of its own.

Examples:
  gatehouse session list --user anna --password-file anna.txt
  gatehouse session end 5b1f… --user anna --password-file anna.txt
  gatehouse session list --of 0d7c… --all --user root --password-file root.txt
`;

interface ListOptions extends SignInOptions {
  readonly of?: string;
  readonly all?: true;
}

/** A session as the API shows it. */
interface ShownSession {
  readonly key: string;
  readonly door: string | null;
  readonly startedAt: string;
  readonly lastAt: string;
  readonly expiresAt: string | null;
  readonly endedAt: string | null;
  readonly endReason: string | null;
  readonly clientId: string | null;
  readonly ip: string | null;
}

function goesOn({ endedAt, expiresAt }: ShownSession): boolean {
  return endedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function lineOf({ key, startedAt, lastAt, door, clientId, ip, endReason }: ShownSession): string {
  return rowLine([
    key,
    startedAt,
    lastAt,
    door ?? "-",
    clientId ?? "-",
    ip ?? "-",
    ...(endReason === null ? [] : [endReason]),
  ]);
}

async function userKey(rest: RestClient, of: string | undefined): Promise<string> {
  return of ?? (await rest.get<{ readonly sub: string }>("/identity/connect/userinfo")).sub;
}
