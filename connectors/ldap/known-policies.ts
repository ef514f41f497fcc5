/** What a password policy says of the states of accounts; 0 seconds = never. */
export interface PasswordPolicy {
  /** Locks are looked at at all; without it nobody is kept out by one. */
  readonly lockout: boolean;
  readonly lockoutSeconds: number;
  readonly maxAgeSeconds: number;
  readonly maxIdleSeconds: number;
  /** A password that an administrator has set has to be changed. */
  readonly mustChange: boolean;
}

/** The password policies of a directory. */
export interface PasswordPolicies {
  /** Those under which an account may be that names this one, or none; empty = its policy cannot be read. */
  of(dn: string | undefined): readonly PasswordPolicy[];
}
