import type { ObjectRef } from "../../object.ts";
import { Secret } from "../../secret.ts";
import type { Bench, Calls } from "../bench.ts";
import { ensure, type KitRule } from "../rule.ts";

/** Rules about passwords and the states of accounts. */
export const passwordRules: readonly KitRule[] = [
  {
    name: "a password given with create holds",
    needs: ["create", "verify"],
    async check(bench) {
      const { tries } = await owner(bench);
      ensure((await tries()) === "ok", "the password does not open the account");
    },
  },
  {
    name: "resetPassword makes the new password hold and the old one not",
    needs: ["create", "verify", "resetPassword"],
    async check(bench) {
      const { calls, account, tries } = await owner(bench, "-1");
      const password = bench.password("-2");
      await calls.resetPassword({ account, password });
      // The setter of a password holds it in the same box; others bring it in a box of their own.
      ensure((await tried(calls, account, password)) === "ok", "the password just set does not open the account");
      ensure((await tries("-2")) === "ok", "the new password does not open the account");
      ensure((await tries("-1")) === "invalid", "the old password is not answered as invalid");
    },
  },
  {
    name: "a wrong password is an answer of verify, not an error",
    needs: ["create", "verify"],
    async check(bench) {
      const { tries } = await owner(bench);
      ensure((await tries("-no")) === "invalid", "it is not answered as invalid");
    },
  },
  {
    name: "an empty password never holds",
    needs: ["create", "verify"],
    async check(bench) {
      const { calls, account } = await owner(bench);
      // An LDAP bind with an empty password succeeds without testing anything.
      ensure((await tried(calls, account, new Secret(""))) !== "ok", "an empty password opens the account");
    },
  },
  {
    name: "adminVerify does not count towards the lockout",
    needs: ["create", "verify", "adminVerify"],
    async check(bench) {
      const { calls, account, tries } = await owner(bench);
      for (let count = 0; count < 12; count += 1) {
        const answer = await calls.adminVerify({ account, password: bench.password("-no") });
        ensure(!answer.ok, "a wrong password is said to hold");
      }
      ensure((await tries()) === "ok", "the account does not open after 12 wrong trials");
    },
  },
  {
    name: "verify tries the password once, so that it counts once towards the lockout",
    needs: ["create", "verify"],
    sample: "failuresMax",
    async check(bench) {
      const { tries } = await owner(bench);
      for (let count = 1; count < (bench.samples.failuresMax ?? 0); count += 1)
        ensure((await tries("-no")) === "invalid", "it was locked too early");
      ensure((await tries()) === "ok", "it was locked too early");
    },
  },
  {
    name: "failures lock an account, and unlock opens it again",
    needs: ["create", "unlock", "verify"],
    sample: "failuresMax",
    async check(bench) {
      const { calls, account, tries } = await owner(bench);
      const answers: string[] = [];
      while (answers.length < (bench.samples.failuresMax ?? 0)) answers.push(await tries("-no"));
      ensure(
        (await tries()) !== "ok",
        `a locked account opens; the wrong passwords were answered ${answers.join(", ")}`,
      );
      for (let times = 0; times < 2; times += 1) await calls.unlock({ account });
      ensure((await tries()) === "ok", "an unlocked account does not open");
    },
  },
  {
    name: "a password set with mustChange is found to hold, so that a repeat need not set it again",
    needs: ["create", "resetPassword"],
    async check(bench) {
      const { operations, connector } = bench;
      const look = (["adminVerify", "verify"] as const).find((name) => connector.capabilities.includes(name));
      if (look === undefined) return "the connector offers neither adminVerify nor verify";
      const { session, calls, account } = await owner(bench, "-1");
      const request = { account, password: bench.password("-2"), mustChange: true };
      await calls.resetPassword(request);
      const answer = await operations[look](session, request, bench.call({ sends: 2 }));
      const holds = answer.ok || answer.reason === "mustChange" || answer.reason === "expired";
      ensure(holds, `${look} answers ${answer.ok ? "" : answer.reason}, due was ok, mustChange or expired`);
      return undefined;
    },
  },
  {
    name: "after a password was set with mustChange the one before it does not hold",
    needs: ["create", "verify", "resetPassword"],
    async check(bench) {
      const { calls, account, tries } = await owner(bench, "-1");
      await calls.resetPassword({ account, password: bench.password("-2"), mustChange: true });
      ensure((await tries("-1")) !== "ok", "the password before it still opens the account");
    },
  },
  {
    name: "changePassword needs the right current password",
    needs: ["create", "verify", "changePassword"],
    async check(bench) {
      const { calls, account, tries } = await owner(bench, "-1");
      const change = (current: string) =>
        calls.changePassword({ account, current: bench.password(current), password: bench.password("-2") });
      await bench.refusal(() => change("-no"), "currentPassword");
      await change("-1");
      ensure((await tries("-2")) === "ok", "the new password does not open the account");
    },
  },
  {
    name: "a weak password is refused with strength in the target's own words, and the old one stays",
    needs: ["create", "verify", "resetPassword"],
    sample: "weakPassword",
    async check(bench) {
      const weak = bench.samples.weakPassword ?? "";
      const { calls, account, tries } = await owner(bench);
      const password = new Secret(weak);
      const error = await bench.refusal(() => calls.resetPassword({ account, password }), "strength");
      ensure(!error.message.includes(weak) || weak.length < 3, "the words carry the password");
      ensure((await tries()) === "ok", "the old password was lost");
    },
  },
  {
    name: "password calls on an absent account are refused with notFound",
    needs: ["create", "resetPassword"],
    async check(bench) {
      const { calls } = await bench.begin();
      const request = { account: { name: bench.name("absent") }, password: bench.password() };
      await bench.refusal(() => calls.resetPassword(request), "notFound");
    },
  },
  {
    name: "disable stops the account, enable opens it again, and both may be repeated",
    needs: ["create", "enable", "disable", "verify"],
    async check(bench) {
      const { calls, account, tries } = await owner(bench);
      for (let times = 0; times < 2; times += 1) await calls.disable({ account });
      ensure((await tries()) !== "ok", "a disabled account opens");
      for (let times = 0; times < 2; times += 1) await calls.enable({ account });
      ensure((await tries()) === "ok", "an enabled account does not open");
    },
  },
  {
    name: "expirePassword and unexpirePassword may be repeated",
    needs: ["create", "expirePassword", "unexpirePassword"],
    async check(bench) {
      const { calls, account } = await owner(bench);
      for (let times = 0; times < 2; times += 1) await calls.expirePassword({ account });
      for (let times = 0; times < 2; times += 1) await calls.unexpirePassword({ account });
      if (!bench.connector.capabilities.includes("verify")) return;
      const answer = await calls.verify({ account, password: bench.password() });
      ensure(answer.ok && answer.mustChange !== true, "the password must still be changed");
    },
  },
  {
    name: "a password to be changed is changed with the current one, without anything else before, and then holds for good",
    needs: ["create", "verify", "changePassword", "expirePassword"],
    async check(bench) {
      const { calls, account } = await owner(bench, "-1");
      if (!(await isMade(bench, calls.expirePassword({ account })))) return "no password can be made one to be changed";
      const change = (current: string) =>
        calls.changePassword({ account, current: bench.password(current), password: bench.password("-2") });
      await bench.refusal(() => change("-no"), "currentPassword");
      await change("-1");
      const answer = await calls.verify({ account, password: bench.password("-2") });
      ensure(answer.ok, "the new password does not open the account");
      ensure(answer.ok && answer.mustChange !== true, "the new password must be changed again");
      return undefined;
    },
  },
  {
    name: "unlock of an unlocked account succeeds",
    needs: ["create", "unlock"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const account = await bench.make(session);
      for (let times = 0; times < 2; times += 1) await calls.unlock({ account });
    },
  },
];

/** Makes an account with a password. `tries` returns the answer of `verify` to the password with a suffix. */
async function owner(bench: Bench, suffix?: string) {
  const { session, calls } = await bench.begin();
  const account = await bench.make(session, "account", bench.password(suffix));
  const tries = (other?: string): Promise<string> => tried(calls, account, bench.password(other));
  return { session, calls, account, tries };
}

/** Returns the answer of `verify` to a password: `ok`, or the reason of the refusal. */
export async function tried(calls: Calls, account: ObjectRef, password: Secret): Promise<string> {
  const answer = await calls.verify({ account, password });
  return answer.ok ? "ok" : answer.reason;
}

/** Returns true if a change succeeds, false if the target does not support this state. */
export async function isMade(bench: Bench, work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    async (error: unknown) => {
      await bench.refusal(() => Promise.reject(error), "notSupported");
      return false;
    },
  );
}
