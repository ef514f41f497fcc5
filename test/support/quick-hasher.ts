import { createPasswordHasher, type PasswordHasher } from "#operations/proofs/password-hasher.ts";

/** Hashes passwords as the service does, at a cost that nothing but a test may have: a quarter of the unit tests' time went into it. */
export function createQuickHasher(): PasswordHasher {
  return createPasswordHasher({ cost: { memory: 64, passes: 1, parallelism: 1 } });
}
