import { commandRunSource } from "#domain/checkouts/command-run.ts";
import { passwordCheckSource } from "#domain/identity/password-check.ts";
import { unprefixed } from "#domain/requests/order-source.ts";

import { commandOrders } from "../checkouts/engine/command-orders.ts";
import { passwordCheckOrders } from "../identity/engine/password-check-orders.ts";
import { massResetSource } from "../mass-resets/engine/items.ts";
import { resetOrders } from "../mass-resets/engine/reset-orders.ts";
import type { OrderSource } from "../proxies/engine/order-source.ts";
import type { OrderSources } from "../proxies/engine/sources-of.ts";
import { requestOrders } from "../requests/engine/request-orders.ts";
import { vaultSource } from "../vault/engine/order-step.ts";
import { vaultOrders } from "../vault/engine/vault-orders.ts";

/** Every source of orders. */
export const orderSources: OrderSources = new Map<string, OrderSource>([
  [unprefixed, requestOrders],
  [passwordCheckSource, passwordCheckOrders],
  [commandRunSource, commandOrders],
  [vaultSource, vaultOrders],
  [massResetSource, resetOrders],
]);
