import { z } from "zod";

import {
  type Call,
  type Connector,
  ConnectorError,
  defineConnector,
  type MemberRequest,
  type Operations,
  requireAccountOrGroup,
  requireFound,
  type TargetObject,
} from "#connectors/contract/index.ts";

import type { RealObject, World } from "./world.ts";

const pageObjects = 3;

/** Returns the connector of all worlds: it passes on faithfully what their targets answer, odd as that is. */
export function worldConnector(worldOf: (id: string) => World, planted: Partial<Operations<World>> = {}): Connector {
  return defineConnector({
    id: "fault",
    version: "1.0.0",
    title: "habits",
    sdk: 1,
    address: z.strictObject({ file: z.string() }),
    open: async ({ options: { file } }) => worldOf(file),
    operations: {
      ...operations,
      ...planted,
    },
  });
}

/** Operations of the connector on a world. */
export const operations: Operations<World> = {
  serverInfo: async () => ({ product: "habits" }),
  async schema({ has }) {
    const attributes = [
      { name: "name", kind: "string" as const },
      { name: "mail", kind: "string" as const },
      { name: "phone", kind: "string" as const },
    ];
    const types = [{ type: "account", attributes }, ...(has.has("forgetsType") ? [] : [{ type: "group", attributes }])];
    return types;
  },
  async *list(world, { type, after }, call) {
    const all = world.all(type);
    const { has } = world;
    const total = has.has("miscounts") ? world.random.below(5) : all.length;
    for (let start = Number(after ?? 0); start < all.length; start += pageObjects) {
      const items = all.slice(start, start + pageObjects).map((one) => told(world, one));
      const page = { items, cursor: String(start + pageObjects), total };
      yield page;
      if (has.has("repeatsPages")) yield page;
      call.heartbeat();
    }
  },
  async get(world, { type, ref }, call) {
    mayAnswer(world, call);
    const found = world.shown(type, ref);
    return found && told(world, found);
  },
  async create(world, { type, name, attributes }, call) {
    mayAnswer(world, call);
    const known = requireAccountOrGroup(type, "A world has accounts and groups");
    if (world.real(type, { name }) !== undefined) throw new ConnectorError("alreadyExists", `${name} is there`);
    const made = world.make(known, name, { attributes: texts(attributes), madeBy: call.operation.id });
    answer(world);
    return told(world, made);
  },
  async update(world, { type, ref, deltas }, call) {
    mayAnswer(world, call);
    const object = required(world, type, ref);
    const changes = texts(Object.fromEntries(deltas.map(({ attr, replace = [] }) => [attr, replace])));
    const { name: names, ...attributes } = changes;
    if (names?.[0] !== undefined) world.rename(object, names[0]);
    world.write(object, attributes);
    answer(world);
    const other = world.has.has("answersOtherIds") ? world.all(type).find(({ id }) => id !== object.id) : undefined;
    return { id: (other ?? object).id, name: object.name };
  },
  async delete(world, { type, ref }, call) {
    mayAnswer(world, call);
    const object = world.real(type, ref);
    if (object !== undefined) world.objects.delete(object.id);
    for (const { members } of world.objects.values()) members.delete(object?.id ?? "");
    answer(world);
  },
  async enable(world, { account }, call) {
    mayAnswer(world, call);
    required(world, "account", account).enabled = true;
    answer(world);
  },
  async disable(world, { account }, call) {
    mayAnswer(world, call);
    required(world, "account", account).enabled = false;
    answer(world);
  },
  async *members(world, { group }) {
    const { members } = required(world, "group", group);
    const isHidden = world.has.has("hidesMembers");
    const shown = isHidden ? [] : [...members].flatMap((id) => world.objects.get(id) ?? []);
    yield {
      items: shown.map(({ id, name, type }) => ({ id, name, type })),
      ...(isHidden && { hidden: true as const }),
    };
  },
  async addMember(world, request, call) {
    mayAnswer(world, call);
    const { group, member } = both(world, request);
    group.members.add(member.id);
    answer(world);
  },
  async removeMember(world, request, call) {
    mayAnswer(world, call);
    const { group, member } = both(world, request);
    group.members.delete(member.id);
    answer(world);
  },
};

function both(world: World, { group, member }: MemberRequest) {
  return { group: required(world, "group", group), member: required(world, member.type, member) };
}

function required(world: World, type: string, ref: Parameters<World["real"]>[1]): RealObject {
  return requireFound(world.real(type, ref), `there is no ${type} ${ref.name}`);
}

function told({ has }: World, { id, type, name, attributes, enabled, madeBy }: RealObject): TargetObject {
  return {
    id,
    type,
    name,
    attributes,
    ...(!has.has("tellsNoState") && { state: { enabled } }),
    ...(madeBy !== null && !has.has("keepsNoMark") && { createdBy: madeBy }),
  };
}

function texts(attributes: Readonly<Record<string, readonly unknown[]>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, values.map(String)]));
}

/** May add a notice to a call, and may fail it before anything has been done. */
function mayAnswer({ has, random }: World, call: Call): void {
  if (has.has("talks")) call.notice("the certificate ends soon");
  if (has.has("losesAnswers") && random.below(4) === 0) throw new ConnectorError("broken", "the line was cut before");
  if (has.has("isBusy") && random.below(2) === 0) throw new ConnectorError("busy", "come back later");
}

/** May lose the answer after the call was carried out. */
function answer({ has, random }: World): void {
  if (has.has("losesAnswers") && random.below(3) === 0) throw new ConnectorError("broken", "the line was cut");
}
