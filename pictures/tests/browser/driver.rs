//! A headless browser, driven by requests of the WebDriver protocol (W3C) to `chromedriver`.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Keys, as the protocol writes them.
pub(crate) mod key {
    pub(crate) const PAGE_UP: &str = "\u{e00e}";
    pub(crate) const PAGE_DOWN: &str = "\u{e00f}";
    pub(crate) const END: &str = "\u{e010}";
    pub(crate) const HOME: &str = "\u{e011}";
    pub(crate) const LEFT: &str = "\u{e012}";
    pub(crate) const RIGHT: &str = "\u{e014}";
}

/// A session of a browser, which ends when this is dropped.
pub(crate) struct Browser {
    driver: Child,
    session: String,
    folder: TempDir,
}

/// A program on the path.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

impl Browser {
    /// Starts a browser. If `chromedriver` is not installed it says so on stderr and returns
    /// `None`.
    pub(crate) fn start() -> Option<Self> {
        let Some(driver) = program("chromedriver") else {
            #[allow(clippy::print_stderr, reason = "a skipped test says so")]
            {
                eprintln!("skipped: chromedriver is not installed (Debian: chromium-driver)");
            }
            return None;
        };
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        // It chooses a free port, and prints it in a sentence.
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, port) = line.split_once("started successfully on port ")?;
                Some(port.trim_end_matches('.').to_owned())
            })
            .expect("chromedriver prints its port");
        let session = format!("http://127.0.0.1:{port}/session");
        let mut browser = Self { driver, session, folder: TempDir::new().unwrap() };
        let profile =
            format!("--user-data-dir={}", browser.folder.path().join("profile").display());
        let arguments =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1300,900", &profile];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let created = browser.post("", &wanted);
        let id = created["sessionId"].as_str().expect("a session has a number");
        browser.session = format!("{}/{id}", browser.session);
        Some(browser)
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        let url = format!("{}{command}", self.session);
        let request = minreq::post(&url).with_timeout(60).with_json(body).unwrap();
        let answer: Value = request.send().unwrap().json().unwrap();
        assert!(answer["value"]["error"].is_null(), "{command}: {answer}");
        answer["value"].clone()
    }

    /// Writes a file and opens it.
    pub(crate) fn open(&self, name: &str, text: &[u8]) {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        self.post("/url", &json!({ "url": url(&path) }));
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&self, expression: &str) -> Value {
        let script = format!("return {expression};");
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The text of an element.
    pub(crate) fn text(&self, id: &str) -> String {
        let text = self.value(&format!("document.getElementById('{id}').textContent"));
        text.as_str().unwrap().to_owned()
    }

    /// Clicks on an element, as a person does with a mouse: it must be visible and not covered.
    pub(crate) fn click(&self, id: &str) {
        let element = self.element(id);
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// Types into an element.
    pub(crate) fn type_into(&self, id: &str, keys: &str) {
        let element = self.element(id);
        self.post(&format!("/element/{element}/value"), &json!({ "text": keys }));
    }

    fn element(&self, id: &str) -> String {
        let query = json!({ "using": "css selector", "value": format!("#{id}") });
        let found = self.post("/element", &query);
        let ids = found.as_object().unwrap();
        ids.values().next().unwrap().as_str().unwrap().to_owned()
    }

    /// Presses keys, wherever the focus is.
    pub(crate) fn press(&self, keys: &str) {
        let strokes = keys.chars().map(|key| key.to_string()).flat_map(|key| {
            [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
        });
        let strokes: Vec<_> = strokes.collect();
        let source = json!({ "type": "key", "id": "keyboard", "actions": strokes });
        self.post("/actions", &json!({ "actions": [source] }));
    }

    /// Makes pages believe that the user prefers a colour scheme.
    pub(crate) fn prefer(&self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        let media = json!({ "features": [feature] });
        let command = json!({ "cmd": "Emulation.setEmulatedMedia", "params": media });
        self.post("/goog/cdp/execute", &command);
    }

    /// The errors and warnings of the console since the last call.
    pub(crate) fn complaints(&self) -> Vec<Value> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        let is_bad =
            |entry: &&Value| ["SEVERE", "WARNING"].iter().any(|level| entry["level"] == *level);
        log.as_array().unwrap().iter().filter(is_bad).cloned().collect()
    }

    /// Waits until an expression is true, for ten seconds at most.
    pub(crate) fn wait_for(&self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != json!(true) {
            assert!(start.elapsed() < Duration::from_secs(10), "{expression}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Writes a screenshot into the folder that `QUADRILLE_SCREENSHOTS` names, if it does.
    pub(crate) fn screenshot(&self, name: &str) {
        let Some(folder) = std::env::var_os("QUADRILLE_SCREENSHOTS") else { return };
        let url = format!("{}/screenshot", self.session);
        let answer: Value = minreq::get(&url).with_timeout(60).send().unwrap().json().unwrap();
        let bytes = BASE64_STANDARD.decode(answer["value"].as_str().unwrap()).unwrap();
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(Path::new(&folder).join(name), bytes).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = minreq::delete(&self.session).with_timeout(10).send();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The address of a file.
fn url(path: &Path) -> String {
    format!("file://{}", path.display())
}
