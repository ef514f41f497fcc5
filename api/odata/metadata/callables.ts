import type { ActionVerb, EntitySet, FunctionVerb, Verbs } from "../entity-set.ts";
import { inputFieldsOf } from "../model/input-fields.ts";
import type { Model } from "../model/model.ts";
import type { StructuredType } from "../structured-type.ts";

/** A bound action or function with the type and the set that it is bound to. */
export interface BoundCallable {
  readonly kind: "Action" | "Function";
  readonly name: string;
  readonly boundTo: StructuredType;
  /** True if it is bound to the whole set. */
  readonly collection: boolean;
  readonly parameters: StructuredType;
  /** Names of the required parameters. */
  readonly required: readonly string[];
  /** Rules about several parameters, in words. */
  readonly rules: readonly string[];
  readonly result: StructuredType;
  /** True if it gives some of the entities that it is bound to. */
  readonly givesSome?: true;
}

/** Returns every action and function of the model once: by name, type and kind of binding. */
export function callablesOf({ sets }: Model): readonly BoundCallable[] {
  const found = new Map<string, BoundCallable>();
  const seen = new Set<EntitySet>();
  const visit = (set: EntitySet): void => {
    if (seen.has(set)) return;
    seen.add(set);
    for (const callable of callablesIn(set, set.type)) {
      found.set(`${callable.name} ${set.type.name} ${callable.collection}`, callable);
    }
    for (const navigation of set.navigation ?? []) visit(navigation.target());
  };
  for (const set of sets) visit(set);
  return [...found.values()];
}

function callablesIn(verbs: Verbs, boundTo: StructuredType): readonly BoundCallable[] {
  const { actions = {}, setActions = {}, functions = {}, setFunctions = {}, setViews = {} } = verbs;
  const actionsOf = (named: Readonly<Record<string, ActionVerb>>, collection: boolean) =>
    Object.entries(named).map(([name, action]): BoundCallable => {
      const { required, rules } = inputFieldsOf(action);
      const { parameters, result } = action;
      return { kind: "Action", name, boundTo, collection, parameters, required, rules, result };
    });
  const functionsOf = (named: Readonly<Record<string, FunctionVerb>>, collection: boolean) =>
    Object.entries(named).map(([name, { parameters: properties = {}, result }]): BoundCallable => {
      const parameters = { name, properties };
      return { kind: "Function", name, boundTo, collection, parameters, required: [], rules: [], result };
    });
  const views = Object.keys(setViews).map((name): BoundCallable => {
    const takesNothing = { parameters: { name, properties: {} }, required: [], rules: [] };
    return { kind: "Function", name, boundTo, collection: true, ...takesNothing, result: boundTo, givesSome: true };
  });
  return [
    ...views,
    ...actionsOf(actions, false),
    ...actionsOf(setActions, true),
    ...functionsOf(functions, false),
    ...functionsOf(setFunctions, true),
  ];
}
