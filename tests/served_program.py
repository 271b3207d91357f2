"""A service of the real program, for tests that talk to it."""
import re
import signal
import subprocess


class ServedProgram:
    """Started again on the same port after kill()."""

    def __init__(self, *command):
        self.command = command
        self.port = 0
        self.process = None

    def start(self):
        self.process = subprocess.Popen([*self.command, "--port", str(self.port)], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)
        said = []
        for line in self.process.stdout:
            said.append(line)
            if found := re.search(r"https?://[^/:]+:(\d+)", line):
                self.port = int(found[1])
            self.heard(line)
            if "Ctrl-C" in line:
                return self
        raise SystemExit("the server ended at once:\n" + "".join(said))

    def heard(self, line):
        """Called with each line that the program says while it starts."""

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=30)
        self.process.stdout.close()
        return status
