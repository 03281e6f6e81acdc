/** `order.placed`, `order-placed` and `order_placed` to `OrderPlaced`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('');
}

/** The name, or the name and the lowest number from 2 that makes it new; the result is added to `taken`. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let next = 2; taken.has(unique); next++) unique = `${name}${next}`;
  taken.add(unique);
  return unique;
}
