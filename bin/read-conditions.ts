import type { ServiceContext } from "#operations/kernel/context.ts";

/** Binds conditions on users to the fields that the REST layer shows; the layer is loaded with the first condition. */
export const bindUserCondition: ServiceContext["userCondition"] = async (text) => {
  const { userCondition } = await import("#api/v2/user-condition.ts");
  return userCondition(text);
};

/** Binds conditions on catalog items to the fields that the REST layer shows; the layer is loaded with the first condition. */
export const bindItemCondition: ServiceContext["itemCondition"] = async (text) => {
  const { itemCondition } = await import("#api/v2/item-condition.ts");
  return itemCondition(text);
};
