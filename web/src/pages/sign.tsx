import { useState } from "preact/hooks";
import { account, callMe, loadAccount } from "../core/account";
import { call } from "../core/api";
import { go } from "../core/router";
import { t } from "../core/words";
import { sentenceOf, tell, tellError } from "../parts/toast";

export function Sign() {
  const [fresh, setFresh] = useState(false);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setWrong("");
    try {
      await call(fresh ? "/api/accounts" : "/api/session", { body: { name, password } });
      callMe(name);
      await loadAccount();
      go("/");
    } catch (error) {
      setWrong(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (account.value) {
    return (
      <main class="page grows narrow stack">
        <h1>{t("web.sign.as", { name: account.value.name })}</h1>
        <p>{t("web.sign.kept")}</p>
        <p>
          <button
            type="button"
            class="button"
            onClick={() =>
              call("/api/session", { method: "DELETE" })
                .then(loadAccount)
                .then(() => tell("web.sign.out_done"))
                .catch(tellError)
            }
          >
            {t("web.sign.out")}
          </button>
        </p>
      </main>
    );
  }
  return (
    <main class="page grows narrow stack">
      <h1>{t(fresh ? "web.sign.create" : "web.sign.title")}</h1>
      <p class="lead">{t("web.sign.why")}</p>
      <form class="panel stack" onSubmit={submit}>
        <label class="field">
          <span>{t("web.name")}</span>
          <input
            class="input"
            name="name"
            autocomplete="username"
            required
            maxLength={40}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{t("web.password")}</span>
          <input
            class="input"
            name="password"
            type="password"
            autocomplete={fresh ? "new-password" : "current-password"}
            required
            minLength={fresh ? 10 : undefined}
            maxLength={200}
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
          {fresh && <small class="muted">{t("web.password.long")}</small>}
        </label>
        {wrong && (
          <p class="notice warn" role="alert">
            {wrong}
          </p>
        )}
        <div class="row between">
          <button type="submit" class="button primary" disabled={busy}>
            {t(fresh ? "web.sign.create" : "web.sign.in")}
          </button>
          <button
            type="button"
            class="button quiet"
            onClick={() => {
              setFresh(!fresh);
              setWrong("");
            }}
          >
            {t(fresh ? "web.sign.have" : "web.sign.create")}
          </button>
        </div>
      </form>
    </main>
  );
}
