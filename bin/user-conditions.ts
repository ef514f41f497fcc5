import type { ServiceContext } from "#operations/kernel/context.ts";

/** Binds conditions on users to what the REST layer shows of them; it is loaded with the first one. */
export const bindUserCondition: ServiceContext["userCondition"] = async (text) => {
  const { userCondition } = await import("#api/v2/user-condition.ts");
  return userCondition(text);
};
