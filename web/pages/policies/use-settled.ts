import { useEffect, useState } from "react";

const restMs = 300;

/** Debounces a value: returns it once it has not changed for 300 ms, so that not each key press calls the service. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
