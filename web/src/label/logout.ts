import type { Question } from "../shared/ask";
import { sentence } from "../shared/form";
import { Refusal } from "../shared/request";
import type { Api } from "./api";
import type { AnswerQueue } from "./queue";

/** How long a logout waits for unsent answers, in milliseconds. */
const timeout = 3000;

const unsaved: Question = {
  title: "Your last answer is not saved yet",
  words: "It is kept in this browser and will be saved when you log in here again. It is lost if you clear the data of this page first.",
  yes: "Log out anyway",
  no: "Stay logged in",
};

/** Sends unsent answers if it can, then logs out; false: still logged in. */
export async function logOut(api: Api, queue: AnswerQueue | null, ask: (question: Question) => Promise<boolean>): Promise<boolean> {
  const isSaved = queue === null || queue.unsent().length === 0 || (await queue.flush(timeout));
  if (!isSaved && !(await ask(unsaved))) return false;
  for (;;) {
    try {
      await api.logout();
      return true;
    } catch (error) {
      // The session has already ended.
      if (error instanceof Refusal && error.status === 401) return true;
      if (!(await ask({ title: "You are still logged in", words: sentence(error), yes: "Try again", no: "Stay logged in" }))) return false;
    }
  }
}
