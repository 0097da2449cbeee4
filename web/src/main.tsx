import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/site.css";
import "./styles/map.css";
import "./styles/counters.css";
import "./styles/table.css";
import "./styles/orders.css";
import "./styles/drama.css";
import "./styles/review.css";
import "./styles/lesson.css";
import "./styles/legend.css";
import { render } from "preact";
import { App } from "./app";
import { catchLinks } from "./core/router";
import { startWords } from "./core/words";

const root = document.getElementById("app")!;

async function start(): Promise<void> {
  catchLinks();
  // Without its words the page can say nothing: until the server answers, it asks again.
  for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
    try {
      await startWords();
      break;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  render(<App />, root);
}

start();
