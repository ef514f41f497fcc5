import type { VaultDirectory } from "#test/support/vault-directory.ts";

/**
 * Throws unless accounts have the given passwords, judged by the directory's own stored data.
 * @throws Error if an account has another password, or the number of passwords is wrong
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
