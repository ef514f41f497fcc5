import type { VaultDirectory } from "#test/support/vault-directory.ts";

/**
 * Makes sure that accounts have the passwords that somebody names for them, by what the directory itself has kept of each.
 * @throws Error where one has not, or not so many were named
 */
export async function requirePasswords(
  room: VaultDirectory,
  passwords: ReadonlyMap<string, string>,
  count: number,
): Promise<void> {
  const facts = await room.facts();
  const wrong = [...passwords].filter(([name, password]) => facts.get(name)?.opens(password) !== true);
  if (passwords.size !== count || wrong.length > 0)
    throw new Error(`${wrong.length} of ${passwords.size} accounts do not have the password that is named`);
}
