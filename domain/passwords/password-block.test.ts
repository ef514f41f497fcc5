import { expect, test } from "vitest";

import { isInForce, isOpenBlock, isPeriodFit } from "./password-block.ts";

const open = { beginsAt: null, endsAt: null, liftedAt: null };

test.each([
  ["without times", {}, [true, true]],
  ["that begins now", { beginsAt: 100 }, [true, true]],
  ["that begins later", { beginsAt: 101 }, [false, true]],
  ["that ends now", { endsAt: 100 }, [false, false]],
  ["that ends later", { endsAt: 101 }, [true, true]],
  ["that was lifted", { liftedAt: 1 }, [false, false]],
])("a block %s", (_, times, expected) => {
  const block = { ...open, ...times };
  expect([isInForce(block, 100), isOpenBlock(block, 100)]).toEqual(expected);
});

test.each([
  [{ beginsAt: null, endsAt: null }, true],
  [{ beginsAt: 1, endsAt: 101 }, true],
  [{ beginsAt: null, endsAt: 100 }, false],
  [{ beginsAt: 200, endsAt: 200 }, false],
  [{ beginsAt: 200, endsAt: 201 }, true],
])("the period %o is in order: %s", (period, fit) => expect(isPeriodFit(period, 100)).toBe(fit));
