import { isLoopbackHost } from "#connectors/contract/loopback.ts";
import { sampleRoles } from "#operations/sample/roles.ts";

import type { Sample } from "./sample.ts";

/**
 * Returns the lines with the sample users and their passwords for the web UI. They are shown on this machine only: if the address
 * is public, there are none.
 */
export function signInLines({ passwords }: Pick<Sample, "passwords">, address: string): readonly string[] {
  if (!isLoopbackHost(new URL(address).hostname)) return [];
  const people = sampleRoles.flatMap(({ does, id }) => {
    const password = passwords.get(id);
    return password === undefined ? [] : [{ does, id, password }];
  });
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
  const [does, ids] = [longest(people.map((one) => one.does)), longest(people.map(({ id }) => id))];
  return [
    "Sign in on the pages as one of these; each start gives them new passwords:",
    ...people.map((one) => one.password.use((text) => `  ${one.does.padEnd(does)}  ${one.id.padEnd(ids)}  ${text}`)),
  ];
}
