import type { Advertising } from "#operations/read/advertise.ts";

import { advertisedActions, type ReadShape } from "../bind/bound-read.ts";
import { memoized } from "../memoized.ts";

type AdvertisingOf = (shape: ReadShape) => Advertising | null;

function make(isFull: boolean): AdvertisingOf {
  const ofShape: AdvertisingOf = memoized((shape) => {
    const actions = advertisedActions(shape, isFull).flatMap((name) => {
      const advertised = shape.set.actions?.[name]?.advertised;
      return advertised === undefined ? [] : [[name, advertised] as const];
    });
    const expand = shape.expand.flatMap(({ name, form, shape: below }) => {
      const advertising = form === "entities" ? ofShape(below) : null;
      return advertising === null ? [] : [{ name, advertising }];
    });
    return actions.length === 0 && expand.length === 0 ? null : { actions: Object.fromEntries(actions), expand };
  });
  return ofShape;
}

const inFull = make(true);
const inOthers = make(false);

/** Returns the advertised actions of a shape and of its expansions, for the read; null if nothing is advertised. */
export function advertisingOf(shape: ReadShape, isFull: boolean): Advertising | null {
  return isFull ? inFull(shape) : inOthers(shape);
}
