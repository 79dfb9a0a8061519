// Node's readline and JSON.parse. Prints the verdicts that run.py asks for.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

let verdicts = "";
for await (const line of createInterface({ input: createReadStream(process.argv[2]), crlfDelay: Infinity })) {
  if (/^[ \t\r]*$/.test(line)) {
    verdicts += "b";
    continue;
  }
  try {
    const value = JSON.parse(line);
    verdicts += typeof value === "object" && value !== null && !Array.isArray(value) ? "e" : "f";
  } catch {
    verdicts += "f";
  }
}
console.log(JSON.stringify({ verdicts }));
