import { createPasswordHasher, type PasswordHasher } from "#operations/proofs/password-hasher.ts";

/**
 * Returns a password hasher like the service's, but with a cost that is only allowed in tests: full hashes took a quarter of the unit
 * tests' time.
 */
export function createQuickHasher(): PasswordHasher {
  return createPasswordHasher({ cost: { memory: 64, passes: 1, parallelism: 1 } });
}
