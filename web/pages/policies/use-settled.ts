import { useEffect, useState } from "react";

const restMs = 300;

/** A value once it has rested for a moment, so that not each key that is pressed asks the service. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
