import { Refusal, type Api } from "./api";
import type { Question } from "./ask";
import { sentence } from "./form";
import type { AnswerQueue } from "./queue";

/** How long a logout waits for what is on its way. */
const patience = 3000;

const unsaved: Question = {
  title: "Your last answer is not saved yet",
  words: "It stays in this browser and is saved when you log in here again. It would be lost if the browser forgets this page.",
  yes: "Log out all the same",
  no: "Stay",
};

/** Saves what can be saved, then logs out; false: the person is still here. */
export async function logOut(api: Api, queue: AnswerQueue | null, ask: (question: Question) => Promise<boolean>): Promise<boolean> {
  const isSaved = queue === null || queue.unsent().length === 0 || (await queue.flush(patience));
  if (!isSaved && !(await ask(unsaved))) return false;
  for (;;) {
    try {
      await api.logout();
      return true;
    } catch (error) {
      // What the service does not know any more is logged out.
      if (error instanceof Refusal && error.status === 401) return true;
      if (!(await ask({ title: "You are still logged in", words: sentence(error), yes: "Try again", no: "Stay" }))) return false;
    }
  }
}
