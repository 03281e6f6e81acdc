import '../dist/generate-here.js';
