import { has, t } from "../core/words";

export const edgeName = (node: string, name: string): string => {
  const key = `artillery.edge.${node}.${name}`;
  return has(key) ? t(key) : name;
};

export const nodeName = (node: string): string => {
  const key = `artillery.node.${node}`;
  return has(key) ? t(key) : node;
};

/** What became of a unit: «reduced broken» in words. */
export const fateName = (keys: string): string =>
  keys
    .split(" ")
    .map((key) => (has(`artillery.fate.${key}`) ? t(`artillery.fate.${key}`) : key))
    .join(" + ");
