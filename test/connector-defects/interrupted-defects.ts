import { ConnectorError, type VerifyRequest } from "#connectors/contract/index.ts";

import { type Defect, flawed, good } from "./defect.ts";
import type { Session } from "./directory.ts";
import { connect, hangUp, healthy } from "./healthy.ts";

const [lost, cut] = [
  "a change whose answer is lost never ends with a code that says that nothing was sent or done, nor as if all was well",
  "a change on a session whose connection was cut ends with an error, never as if it was made",
];
const remembering = "verify remembers nothing: what it has found right is judged anew after a change";

const isLost = ({ code }: ConnectorError): boolean => code === "broken" || code === "unreachable";

/** Returns the result of a call, or another one if the connection broke. */
async function unlessLost<T>(work: Promise<T>, instead: (error: ConnectorError) => T): Promise<T> {
  return work.catch((error: ConnectorError) => {
    if (!isLost(error)) throw error;
    return instead(error);
  });
}

const unreachable = (): never => {
  throw new ConnectorError("unreachable", "The directory is not there.");
};

const urls = new WeakMap<Session, string>();
const noteUrl: Defect["definition"]["open"] = async (context) => {
  const session = (await healthy.definition.open(context)) as Session;
  urls.set(session, (context.options as { url: string }).url);
  return session;
};

const known = new Map<string, string>();
const proofOf = ({ account: { id, name }, password }: VerifyRequest) => [id ?? name, password.use(String)] as const;

/** Defects in the error when a connection breaks, and in what is left behind. */
export const interruptedDefects: readonly Defect[] = [
  {
    flaw: "its create says that nothing was sent when the answer is lost",
    rule: lost,
    definition: flawed({ create: (...call) => unlessLost(good.create(...call), unreachable) }),
  },
  {
    flaw: "its addMember says that the group is not there when the answer is lost",
    rule: lost,
    also: [cut],
    definition: flawed({
      addMember: (...call) =>
        unlessLost(good.addMember(...call), () => {
          throw new ConnectorError("notFound", "There is no such group.");
        }),
    }),
  },
  {
    flaw: "its update says that the target is busy when the answer is lost",
    rule: lost,
    definition: flawed({
      update: (...call) =>
        good.update(...call).catch((error: ConnectorError) => {
          throw error.code === "broken" ? new ConnectorError("busy", "Later.") : error;
        }),
    }),
  },
  {
    flaw: "its delete swallows every error",
    rule: cut,
    definition: flawed({ delete: (...call) => good.delete(...call).catch(() => {}) }),
  },
  {
    flaw: "its resetPassword swallows a line that is cut",
    rule: cut,
    definition: flawed({ resetPassword: (...call) => unlessLost(good.resetPassword(...call), () => {}) }),
  },
  {
    flaw: "its removeMember swallows a line that is cut",
    rule: cut,
    definition: flawed({ removeMember: (...call) => unlessLost(good.removeMember(...call), () => {}) }),
  },
  {
    flaw: "its verify calls a password wrong when it cannot ask",
    rule: "verify on a session whose connection was cut ends with an error, never as if the password was wrong",
    definition: flawed({
      verify: (...call) => unlessLost(good.verify(...call), () => ({ ok: false, reason: "invalid" })),
    }),
  },
  {
    flaw: "its verify remembers passwords that were right",
    rule: remembering,
    also: ["verify on a session whose connection was cut ends with an error, never as if the password was wrong"],
    definition: flawed({
      async verify(session, request, call) {
        const [account, password] = proofOf(request);
        if (known.get(account) === password) return { ok: true };
        const answer = await good.verify(session, request, call);
        if (answer.ok) known.set(account, password);
        return answer;
      },
    }),
  },
  {
    flaw: "each of its verifies leaves a connection open",
    rule: "verify leaves no connection of its own behind, whether the password is right or wrong",
    samples: { loginNeedsConnection: true },
    definition: {
      ...flawed({
        async verify(session, request, call) {
          connect(urls.get(session) ?? "");
          return good.verify(session, request, call);
        },
      }),
      open: noteUrl,
    },
  },
  {
    flaw: "a call that is given up holds its connection",
    rule: "a session whose call was given up can be closed at once, and then leaves no connection behind",
    definition: {
      ...flawed({
        async get(session, request, call) {
          const connection = connect(urls.get(session) ?? "");
          const found = await good.get(connection, request, call);
          hangUp(connection);
          return found;
        },
      }),
      open: noteUrl,
    },
  },
  {
    flaw: "its close waits until the call that was given up has ended",
    rule: "a session whose call was given up can be closed at once, and then leaves no connection behind",
    definition: {
      ...flawed({
        get(session, request, call) {
          const work = good.get(session, request, { ...call, signal: new AbortController().signal });
          working.set(
            session,
            work.catch(() => {}),
          );
          return work;
        },
      }),
      async close(session: Session) {
        await working.get(session);
        hangUp(session);
      },
    },
  },
  {
    flaw: "with mustChange the old password holds besides the new one",
    rule: "after a password was set with mustChange the one before it does not hold",
    definition: flawed({
      async resetPassword(session, request, call) {
        if (request.mustChange) older.set(request.account.id ?? "", session);
        return good.resetPassword(session, request, call);
      },
      async verify(session, request, call) {
        const answer = await good.verify(session, request, call);
        const isOld = request.password.use((text) => text.endsWith("-1"));
        return isOld && older.has(request.account.id ?? "") ? { ok: true } : answer;
      },
    }),
  },
];

const working = new WeakMap<Session, Promise<unknown>>();
const older = new Map<string, Session>();
