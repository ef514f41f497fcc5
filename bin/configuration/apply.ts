import { CliError } from "../cli-error.ts";
import type { RestClient } from "../rest-client.ts";
import { type PartAnswer, partRefusal } from "./names.ts";
import type { NewSecret } from "./new-secrets.ts";
import { secretsNeeded } from "./plan-secrets.ts";
import { changeName } from "./plan-text.ts";
import type { ConfigurationChange, Plan } from "./plan.ts";
import { canonical } from "./shape.ts";
import { added, type Step, type StepMeans, stepsOf } from "./steps.ts";

const partsMax = 100;
const callMs = 600_000;

/** Means by which a plan is carried out. */
export interface ApplyMeans extends Omit<StepMeans, "names"> {
  readonly rest: RestClient;
  /** Takes a secret that the service has made, and shows this once. */
  keep(secret: NewSecret): void;
}

interface Waiting {
  readonly change: ConfigurationChange;
  readonly steps: readonly Step[];
}

/**
 * Makes the changes of a plan, as many as fit into one transaction at once: all of them, or none.
 * @throws CliError that says what was done and what was not
 */
export async function applyPlan(plan: Plan, means: ApplyMeans): Promise<void> {
  // A secret that is missing must not be found out in the middle.
  secretsNeeded(plan.changes).forEach((reference) => means.secrets.find(reference));
  const done: ConfigurationChange[] = [];
  let waiting: Waiting[] = [];
  const flush = async () => {
    if (waiting.length === 0) return;
    await send(waiting, plan, means);
    done.push(...waiting.map(({ change }) => change));
    waiting = [];
  };
  let at: ConfigurationChange | undefined;
  try {
    for (const change of plan.changes) {
      at = change;
      if (refersToWaiting(change, waiting)) await flush();
      const steps = await stepsOf(change, { ...means, names: plan.names });
      const isAlone = change.kind.givesSecret && change.action === "add";
      const count = waiting.reduce((sum, one) => sum + one.steps.length, 0);
      if (isAlone || count + steps.length > partsMax) await flush();
      if (isAlone) await addAlone({ change, steps }, means);
      if (isAlone) done.push(change);
      else waiting.push({ change, steps });
    }
    at = undefined;
    await flush();
  } catch (error) {
    throw stopped(error, plan.changes, done, at);
  }
}

/** Reports whether a change names an object whose key is known only when it has been added. */
function refersToWaiting({ wanted }: ConfigurationChange, waiting: readonly Waiting[]): boolean {
  const coming = new Set(
    waiting.flatMap(({ change: { kind, id, action } }) =>
      action === "add" && kind.resource.knownBy !== undefined ? [`${kind.resource.name} ${canonical(id)}`] : [],
    ),
  );
  return (wanted?.references ?? []).some(({ to, value }) => coming.has(`${to} ${canonical(value)}`));
}

async function send(waiting: readonly Waiting[], plan: Plan, { rest }: ApplyMeans): Promise<void> {
  const parts = waiting.flatMap(({ change, steps }, one) =>
    steps.map((step, index) => ({ change, index, request: requestOf(step, [one, index]) })),
  );
  const requests = parts.map(({ request }) => request);
  const { body } = await rest.post<{ readonly responses: readonly PartAnswer[] }>(
    "/v2/$batch",
    { requests },
    { callMs },
  );
  const answers = new Map(body.responses.map((answer) => [answer.id, answer]));
  const open = parts.filter(({ request }) => !isDone(answers.get(request.id)));
  // 424 is the answer to the changes that were undone with the refused one.
  const refused = open.find(({ request }) => answers.get(request.id)?.status !== undone) ?? open[0];
  if (refused !== undefined) throw new ChangeRefused(refused.change, refusalIn(answers.get(refused.request.id)));
  for (const { change, index, request } of parts) {
    const key = answers.get(request.id)?.body?.["key"];
    if (index === 0 && change.action === "add" && typeof key === "string")
      plan.names.note(change.kind.resource.name, change.id, key);
  }
}

const undone = 424;

const isDone = (answer: PartAnswer | undefined) => answer !== undefined && answer.status < 300;

function refusalIn(answer: PartAnswer | undefined): Error {
  if (answer !== undefined) return partRefusal(answer);
  return new CliError("The service did not say if the change was made. Make a plan again.");
}

function requestOf({ method, url, etag, body }: Step, [one, index]: readonly [number, number]) {
  const id = `c${one}.${index}`;
  const first = `c${one}.0`;
  return {
    id,
    method,
    url: url.replace(added, `$${first}`),
    atomicityGroup: "apply",
    ...(url.startsWith(added) ? { dependsOn: [first] } : {}),
    ...(etag === undefined ? {} : { headers: { "if-match": etag } }),
    ...(body === undefined ? {} : { body }),
  };
}

/** Adds an object whose secret the service makes and shows this once: such a call is no part of another one. */
async function addAlone({ change, steps }: Waiting, { rest, keep }: ApplyMeans): Promise<void> {
  const [first, ...others] = steps;
  if (first === undefined) return;
  const { body } = await refusing(change, () =>
    rest.post<Readonly<Record<string, string | null>>>(`/v2/${first.url}`, first.body, { callMs }),
  );
  const { secret, key, id } = body;
  if (typeof secret === "string") keep({ kind: change.kind.name, id: change.id, secret });
  const address = `/v2/${first.url}(${key ?? `'${encodeURIComponent(id ?? change.id)}'`})`;
  for (const { url, method, body: more } of others) {
    const path = url.replace(added, address);
    await refusing(
      change,
      async () => void (method === "PATCH" ? await rest.patch(path, more) : await rest.post(path, more)),
    );
  }
}

async function refusing<T>(change: ConfigurationChange, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new ChangeRefused(change, error);
  }
}

class ChangeRefused extends Error {
  override readonly name = "ChangeRefused";
  readonly change: ConfigurationChange;

  constructor(change: ConfigurationChange, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.change = change;
  }
}

function stopped(
  error: unknown,
  all: readonly ConfigurationChange[],
  done: readonly ConfigurationChange[],
  at: ConfigurationChange | undefined,
): CliError {
  const change = error instanceof ChangeRefused ? error.change : at;
  const cause = error instanceof ChangeRefused ? error.cause : error;
  const place = change?.wanted?.at;
  const where = place === undefined ? "" : `${place.file}:${place.line}:${place.column}: `;
  const what = change === undefined ? "" : `${changeName(change)}: `;
  const message = cause instanceof Error ? cause.message : String(cause);
  const left = all.length - done.length;
  const state =
    done.length === 0
      ? "Nothing was changed."
      : [
          `Done before: ${done.map(changeName).join("; ")}.`,
          `Not done: ${left} of ${all.length}. Apply again to go on.`,
        ].join("\n");
  return new CliError(
    `${where}${what}${message}\n${state}`,
    cause instanceof CliError ? cause.exitCode : undefined,
    error,
  );
}
