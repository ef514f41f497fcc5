import type { EntitySet, Navigation, Verbs, WriteVerb } from "../entity-set.ts";
import type { StructuredType } from "../structured-type.ts";
import { type InputFields, inputFieldsOf, type Json } from "./input-fields.ts";

/** Demands of the inputs of operations on the values that callers send, for documents. */
export interface InputShapes {
  /** Returns the demands on a property; undefined if no input takes it. */
  shapeOf(type: StructuredType, name: string): Json | undefined;
  /** Returns the rules about several properties of a value of the type, in words. */
  rulesOf(type: StructuredType): readonly string[];
}

interface Found {
  readonly properties: Map<string, Json>;
  readonly rules: Set<string>;
}

/** Reads the inputs of all verbs that write, POST before PATCH. The first verb that takes a property decides. */
export function inputShapesOf(sets: readonly EntitySet[]): InputShapes {
  const found = new Map<StructuredType, Found>();
  const seen = new Set<EntitySet>();
  const visit = (set: EntitySet): void => {
    if (seen.has(set)) return;
    seen.add(set);
    addVerbs(found, set, set);
    for (const navigation of set.navigation ?? []) {
      addVerbs(found, navigation.target(), navigation);
      visit(navigation.target());
    }
  };
  for (const set of sets) visit(set);
  return {
    shapeOf: (type, name) => found.get(type)?.properties.get(name),
    rulesOf: (type) => [...(found.get(type)?.rules ?? [])],
  };
}

type Shapes = Map<StructuredType, Found>;

function addVerbs(found: Shapes, set: EntitySet, verbs: Verbs | Navigation): void {
  const { create, replace, update, actions = {}, setActions = {} } = verbs;
  for (const verb of [create, replace, update]) if (verb !== undefined) addWrite(found, set, verb);
  for (const action of [...Object.values(actions), ...Object.values(setActions)]) {
    addType(found, action.parameters, inputFieldsOf(action));
  }
}

function addWrite(found: Shapes, { type: declared, derived = [], navigation = [] }: EntitySet, verb: WriteVerb): void {
  const fields = inputFieldsOf(verb);
  const { parameters = {} } = verb;
  for (const type of [declared, ...derived]) addType(found, type, fields);
  addType(found, { name: "parameters", properties: parameters }, fields);
  // Entities that a body carries along for a navigation.
  for (const { name } of navigation) {
    const shape = Object.hasOwn(parameters, name) ? fields.properties[name] : undefined;
    if (shape !== undefined) found.get(declared)?.properties.set(name, shape);
  }
}

function addType(found: Shapes, type: StructuredType, fields: InputFields): void {
  const known = found.get(type) ?? { properties: new Map<string, Json>(), rules: new Set<string>() };
  found.set(type, known);
  for (const rule of fields.rules) known.rules.add(rule);
  for (const [name, property] of Object.entries(type.properties)) {
    const shape = fields.properties[property.field ?? name];
    if (shape === undefined || property.access === "read") continue;
    if (!known.properties.has(name)) known.properties.set(name, shape);
    if (typeof property.type === "object") addType(found, property.type, fieldsIn(shape));
  }
  if (type.base !== undefined) addType(found, type.base, { ...fields, rules: [] });
}

/** Returns the demands inside an object, or inside each object of a list. */
function fieldsIn(shape: Json): InputFields {
  const whole = valueShape(shape);
  const inner = valueShape((whole["items"] as Json | undefined) ?? whole);
  return { properties: {}, required: [], ...(inner as Partial<InputFields>), rules: rulesIn(inner) };
}

/** Returns the shape of a value that is not null. Of several forms it prefers the one of the JSON type `wanted`. */
export function valueShape(shape: Json, wanted?: string): Json {
  const forms = shape["anyOf"] as readonly Json[] | undefined;
  if (forms === undefined) return shape;
  const others = forms.filter(({ type }) => type !== "null");
  const form = others.find(({ type }) => type === wanted) ?? others[0] ?? {};
  const { anyOf: _, ...around } = shape;
  return valueShape({ ...form, ...around, ...rulesTogether(form, around) }, wanted);
}

function rulesTogether(...shapes: readonly Json[]): Json {
  const rules = shapes.flatMap(rulesIn);
  return rules.length === 0 ? {} : { rules };
}

/** Returns the rules of a shape as sentences: its own, and those about the members of an object. */
export function ruleSentences(shape: Json): readonly string[] {
  const { nameRule, memberRule } = shape;
  return [
    ...rulesIn(shape).map((rule) => `It ${rule}.`),
    ...(typeof nameRule === "string" ? [`The name of a member ${nameRule}.`] : []),
    ...(typeof memberRule === "string" ? [`A member ${memberRule}.`] : []),
  ];
}

/** Returns the rules, in words, that a shape names. */
export function rulesIn({ rule, rules = [] }: Json): readonly string[] {
  return [...(typeof rule === "string" ? [rule] : []), ...(rules as readonly string[])];
}
