/** Rules of a password policy that affect the states of accounts; 0 seconds means never. */
export interface PasswordPolicy {
  /** True if locks are enforced; otherwise a lock keeps no one out. */
  readonly lockout: boolean;
  readonly lockoutSeconds: number;
  readonly maxAgeSeconds: number;
  readonly maxIdleSeconds: number;
  /** True if a password set by an administrator must be changed. */
  readonly mustChange: boolean;
}

/** Password policies of a directory. */
export interface PasswordPolicies {
  /** Returns the policies that may apply to an account that names this one, or none; empty if its policy cannot be read. */
  of(dn: string | undefined): readonly PasswordPolicy[];
}
