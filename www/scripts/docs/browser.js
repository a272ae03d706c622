// On a narrow window the list of pages starts closed.
if (matchMedia("(width < 56rem)").matches) document.querySelector("nav.pages details").open = false;
