import type { ObjectRef } from "../../object.ts";
import { Secret } from "../../secret.ts";
import type { Bench } from "../bench.ts";
import { ensure, type KitRule } from "../rule.ts";

/** Rules about passwords and the states of accounts. */
export const passwordRules: readonly KitRule[] = [
  {
    name: "a password given with create holds",
    needs: ["create", "verify"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password());
      ensure(
        (await tries(bench, session, account, bench.password())) === "ok",
        "the password does not open the account",
      );
    },
  },
  {
    name: "resetPassword makes the new password hold and the old one not",
    needs: ["create", "verify", "resetPassword"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password("-1"));
      await bench.operations.resetPassword(session, { account, password: bench.password("-2") }, bench.call());
      ensure(
        (await tries(bench, session, account, bench.password("-2"))) === "ok",
        "the new password does not open the account",
      );
      ensure(
        (await tries(bench, session, account, bench.password("-1"))) === "invalid",
        "the old password is not answered as invalid",
      );
    },
  },
  {
    name: "a wrong password is an answer of verify, not an error",
    needs: ["create", "verify"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password());
      ensure(
        (await tries(bench, session, account, bench.password("-no"))) === "invalid",
        "it is not answered as invalid",
      );
    },
  },
  {
    name: "an empty password never holds",
    needs: ["create", "verify"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password());
      // An LDAP bind with an empty password succeeds without testing anything.
      ensure((await tries(bench, session, account, new Secret(""))) !== "ok", "an empty password opens the account");
    },
  },
  {
    name: "adminVerify does not count towards the lockout",
    needs: ["create", "verify", "adminVerify"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password());
      for (let count = 0; count < 12; count += 1) {
        const answer = await bench.operations.adminVerify(
          session,
          { account, password: bench.password("-no") },
          bench.call(),
        );
        ensure(!answer.ok, "a wrong password is said to hold");
      }
      ensure(
        (await tries(bench, session, account, bench.password())) === "ok",
        "the account does not open after 12 wrong trials",
      );
    },
  },
  {
    name: "verify tries the password once, so that it counts once towards the lockout",
    needs: ["create", "verify"],
    sample: "failuresMax",
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password());
      for (let count = 1; count < (bench.samples.failuresMax ?? 0); count += 1) {
        ensure((await tries(bench, session, account, bench.password("-no"))) === "invalid", "it was locked too early");
      }
      ensure((await tries(bench, session, account, bench.password())) === "ok", "it was locked too early");
    },
  },
  {
    name: "failures lock an account, and unlock opens it again",
    needs: ["create", "unlock", "verify"],
    sample: "failuresMax",
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password());
      for (let count = 0; count < (bench.samples.failuresMax ?? 0); count += 1) {
        await tries(bench, session, account, bench.password("-no"));
      }
      ensure((await tries(bench, session, account, bench.password())) !== "ok", "a locked account opens");
      for (let times = 0; times < 2; times += 1) await bench.operations.unlock(session, { account }, bench.call());
      ensure((await tries(bench, session, account, bench.password())) === "ok", "an unlocked account does not open");
    },
  },
  {
    name: "a password set with mustChange is found to hold, so that a repeat need not set it again",
    needs: ["create", "resetPassword"],
    async check(bench) {
      const { operations, connector } = bench;
      const look = (["adminVerify", "verify"] as const).find((name) => connector.capabilities.includes(name));
      if (look === undefined) return "the connector offers neither adminVerify nor verify";
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password("-1"));
      const request = { account, password: bench.password("-2"), mustChange: true };
      await operations.resetPassword(session, request, bench.call());
      const answer = await operations[look](session, request, bench.call({ sends: 2 }));
      const holds = answer.ok || answer.reason === "mustChange" || answer.reason === "expired";
      ensure(holds, `${look} answers ${answer.ok ? "" : answer.reason}, due was ok, mustChange or expired`);
      return undefined;
    },
  },
  {
    name: "changePassword needs the right current password",
    needs: ["create", "verify", "changePassword"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password("-1"));
      const change = (current: Secret) =>
        bench.operations.changePassword(session, { account, current, password: bench.password("-2") }, bench.call());
      await bench.refusal(() => change(bench.password("-no")), "currentPassword");
      await change(bench.password("-1"));
      ensure(
        (await tries(bench, session, account, bench.password("-2"))) === "ok",
        "the new password does not open the account",
      );
    },
  },
  {
    name: "a weak password is refused with strength in the target's own words, and the old one stays",
    needs: ["create", "verify", "resetPassword"],
    sample: "weakPassword",
    async check(bench) {
      const session = await bench.open();
      const weak = bench.samples.weakPassword ?? "";
      const account = await bench.make(session, "account", bench.password());
      const error = await bench.refusal(
        () => bench.operations.resetPassword(session, { account, password: new Secret(weak) }, bench.call()),
        "strength",
      );
      ensure(!error.message.includes(weak) || weak.length < 3, "the words carry the password");
      ensure((await tries(bench, session, account, bench.password())) === "ok", "the old password was lost");
    },
  },
  {
    name: "password calls on an absent account are refused with notFound",
    needs: ["create", "resetPassword"],
    async check(bench) {
      const session = await bench.open();
      const account = { name: bench.name("absent") };
      await bench.refusal(
        () => bench.operations.resetPassword(session, { account, password: bench.password() }, bench.call()),
        "notFound",
      );
    },
  },
  {
    name: "disable stops the account, enable opens it again, and both may be repeated",
    needs: ["create", "enable", "disable", "verify"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password());
      for (let times = 0; times < 2; times += 1) await bench.operations.disable(session, { account }, bench.call());
      ensure((await tries(bench, session, account, bench.password())) !== "ok", "a disabled account opens");
      for (let times = 0; times < 2; times += 1) await bench.operations.enable(session, { account }, bench.call());
      ensure((await tries(bench, session, account, bench.password())) === "ok", "an enabled account does not open");
    },
  },
  {
    name: "expirePassword and unexpirePassword may be repeated",
    needs: ["create", "expirePassword", "unexpirePassword"],
    async check(bench) {
      const { operations } = bench;
      const session = await bench.open();
      const account = await bench.make(session, "account", bench.password());
      for (let times = 0; times < 2; times += 1) await operations.expirePassword(session, { account }, bench.call());
      for (let times = 0; times < 2; times += 1) await operations.unexpirePassword(session, { account }, bench.call());
      if (!bench.connector.capabilities.includes("verify")) return;
      const answer = await operations.verify(session, { account, password: bench.password() }, bench.call());
      ensure(answer.ok && answer.mustChange !== true, "the password must still be changed");
    },
  },
  {
    name: "unlock of an unlocked account succeeds",
    needs: ["create", "unlock"],
    async check(bench) {
      const session = await bench.open();
      const account = await bench.make(session);
      for (let times = 0; times < 2; times += 1) await bench.operations.unlock(session, { account }, bench.call());
    },
  },
];

async function tries(bench: Bench, session: unknown, account: ObjectRef, password: Secret): Promise<string> {
  const answer = await bench.operations.verify(session, { account, password }, bench.call());
  return answer.ok ? "ok" : answer.reason;
}
