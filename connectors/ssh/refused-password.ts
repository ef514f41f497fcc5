import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

import { wordsOf } from "./exit-codes.ts";
import type { CommandResult } from "./marks.ts";

// English messages of PAM modules about a new password; the first matching line decides, whatever surrounds it.
const words: readonly (readonly [RegExp, ConnectorCode])[] = [
  // pam_pwquality and pam_cracklib; pam_passwdqc.
  [/^BAD PASSWORD|^Weak password/i, "strength"],
  // pam_unix: its own rules (obscure), minimum and maximum length, and the current password again.
  [
    /^Bad: new |choose a (?:longer|shorter) password|too (?:simple|short|similar)|No password (?:has been )?supplied/i,
    "strength",
  ],
  [/^(?:The )?Password (?:has not been changed|unchanged)/i, "strength"],
  // pam_pwhistory, and pam_unix with remember.
  [/already (?:been )?used|is the same as the old/i, "strength"],
  [/wait longer to change/i, "policy"],
  [/lock busy|cannot lock |try again later/i, "busy"],
  [/^sudo: |Permission denied/i, "permission"],
  [/No space left on device|Disk quota exceeded/i, "partial"],
];

// PAM gives no reason if it could not write a password.
const notWritten =
  "The machine could not write the password: its disk may be full or closed to writers, or the account comes from another source than the machine's own files, such as a directory.";

/** Returns the lines of a dialog without its prompts and without the success message of `passwd`. */
export function promptless(stderr: string): string {
  const lines = wordsOf(stderr)
    .split("\n")
    .map((line) => line.replace(/^(?:(?:Current|New|Retype new|Enter new)(?: UNIX)? password: )+/i, "").trim());
  return lines
    .filter(
      (line) => line !== "" && !/^passwd: (?:password updated|all authentication)|^Changing password for /.test(line),
    )
    .join("\n");
}

/**
 * Returns the error of a program that has refused a new password: the machine's own words about the rule, before the final message
 * of the program.
 */
export function refusedPassword(program: string, { code, stderr }: Omit<CommandResult, "stdout">): ConnectorError {
  const said = promptless(stderr);
  const targetCode = `${program} ${code}`;
  for (const line of said.split("\n")) {
    const [, known] = words.find(([pattern]) => pattern.test(line)) ?? [];
    if (known !== undefined) return new ConnectorError(known, line, { targetCode });
  }
  if (/^Authentication token manipulation error$/m.test(said))
    return new ConnectorError("policy", `${said}\n${notWritten}`, { targetCode });
  return new ConnectorError("policy", said || `${program} ended with ${code}.`, { targetCode });
}
