(() => {
  const frames = [...document.querySelectorAll(".step")];
  let shown = 0;
  let timer = null;
  const started = Date.now();
  const show = (index) => {
    shown = Math.max(0, Math.min(frames.length - 1, index));
    frames.forEach((frame, at) => {
      frame.setAttribute("visibility", at === shown ? "visible" : "hidden");
    });
  };
  // From the first key on, this script moves the picture in place of the animation.
  const takeOver = () => {
    const sets = document.querySelectorAll("set");
    if (sets.length > 0) {
      sets.forEach((set) => set.remove());
      show(Math.floor((Date.now() - started) / 1000));
    }
  };
  const pause = () => {
    clearInterval(timer);
    timer = null;
  };
  const play = () => {
    timer = setInterval(() => (shown < frames.length - 1 ? show(shown + 1) : pause()), 1000);
  };
  const keys = {
    ArrowRight: () => show(shown + 1),
    ArrowLeft: () => show(shown - 1),
    Home: () => show(0),
    End: () => show(frames.length - 1),
  };
  document.addEventListener("keydown", (event) => {
    const isAnimated = document.querySelector("set") !== null;
    if (event.key === " ") {
      takeOver();
      if (timer === null && !isAnimated) play();
      else pause();
    } else if (keys[event.key]) {
      takeOver();
      pause();
      keys[event.key]();
    } else {
      return;
    }
    event.preventDefault();
  });
})();
